
(define (problem plan_trial_T20190909_004531_429065)
(:domain alfred)
(:objects
agent1 - agent
Curtains - object
        SprayBottle - object
        Mirror - object
        HousePlant - object
        Watch - object
        TeddyBear - object
        WateringCan - object
        Bathtub - object
        LightSwitch - object
        Vase - object
        Candle - object
        Bread - object
        Statue - object
        HandTowel - object
        StoveKnob - object
        PaperTowelRoll - object
        Pan - object
        PepperShaker - object
        Painting - object
        CellPhone - object
        Plunger - object
        Spoon - object
        SaltShaker - object
        KeyChain - object
        Footstool - object
        Poster - object
        Television - object
        LaundryHamperLid - object
        Glassbottle - object
        AlarmClock - object
        WineBottle - object
        Bowl - object
        Sink - object
        TissueBox - object
        TennisRacket - object
        ToiletPaper - object
        ScrubBrush - object
        CreditCard - object
        Laptop - object
        Cloth - object
        Cup - object
        Chair - object
        BasketBall - object
        Kettle - object
        PaperTowel - object
        ShowerDoor - object
        BaseballBat - object
        Potato - object
        Pillow - object
        Lettuce - object
        RemoteControl - object
        Window - object
        DishSponge - object
        CD - object
        Boots - object
        Blinds - object
        Pen - object
        Newspaper - object
        Plate - object
        Mug - object
        ShowerGlass - object
        ToiletPaperRoll - object
        SoapBar - object
        FloorLamp - object
        SoapBottle - object
        Pot - object
        Pencil - object
        Spatula - object
        Towel - object
        Fork - object
        Ladle - object
        Knife - object
        Apple - object
        Box - object
        Tomato - object
        ButterKnife - object
        Egg - object
        Book - object
        DeskLamp - object
CurtainsType - otype
        SprayBottleType - otype
        MirrorType - otype
        HousePlantType - otype
        WatchType - otype
        TeddyBearType - otype
        WateringCanType - otype
        BathtubType - otype
        LightSwitchType - otype
        VaseType - otype
        CandleType - otype
        BreadType - otype
        StatueType - otype
        HandTowelType - otype
        StoveKnobType - otype
        PaperTowelRollType - otype
        PanType - otype
        PepperShakerType - otype
        PaintingType - otype
        CellPhoneType - otype
        PlungerType - otype
        SpoonType - otype
        SaltShakerType - otype
        KeyChainType - otype
        FootstoolType - otype
        PosterType - otype
        TelevisionType - otype
        LaundryHamperLidType - otype
        GlassbottleType - otype
        AlarmClockType - otype
        WineBottleType - otype
        BowlType - otype
        SinkType - otype
        TissueBoxType - otype
        TennisRacketType - otype
        ToiletPaperType - otype
        ScrubBrushType - otype
        CreditCardType - otype
        LaptopType - otype
        ClothType - otype
        CupType - otype
        ChairType - otype
        BasketBallType - otype
        KettleType - otype
        PaperTowelType - otype
        ShowerDoorType - otype
        BaseballBatType - otype
        PotatoType - otype
        PillowType - otype
        LettuceType - otype
        RemoteControlType - otype
        WindowType - otype
        DishSpongeType - otype
        CDType - otype
        BootsType - otype
        BlindsType - otype
        PenType - otype
        NewspaperType - otype
        PlateType - otype
        MugType - otype
        ShowerGlassType - otype
        ToiletPaperRollType - otype
        SoapBarType - otype
        FloorLampType - otype
        SoapBottleType - otype
        PotType - otype
        PencilType - otype
        SpatulaType - otype
        TowelType - otype
        ForkType - otype
        LadleType - otype
        KnifeType - otype
        AppleType - otype
        BoxType - otype
        TomatoType - otype
        ButterKnifeType - otype
        EggType - otype
        BookType - otype
        DeskLampType - otype
CabinetType - rtype
        ShelfType - rtype
        DiningTableType - rtype
        TowelHolderType - rtype
        PaintingHangerType - rtype
        TVStandType - rtype
        LaundryHamperType - rtype
        OttomanType - rtype
        SafeType - rtype
        CoffeeMachineType - rtype
        CounterTopType - rtype
        ToiletType - rtype
        FridgeType - rtype
        CoffeeTableType - rtype
        SinkBasinType - rtype
        GarbageCanType - rtype
        BathtubBasinType - rtype
        SideTableType - rtype
        CartType - rtype
        BedType - rtype
        DeskType - rtype
        SofaType - rtype
        ArmChairType - rtype
        MicrowaveType - rtype
        HandTowelHolderType - rtype
        ToasterType - rtype
        ToiletPaperHangerType - rtype
        StoveBurnerType - rtype
        DrawerType - rtype
        DresserType - rtype


        Apple_bar__plus_00_dot_76_bar__plus_00_dot_83_bar__minus_00_dot_68 - object
        Apple_bar__plus_00_dot_78_bar__plus_00_dot_72_bar__plus_00_dot_45 - object
        Blinds_bar__minus_02_dot_34_bar__plus_02_dot_15_bar__minus_02_dot_44 - object
        Bowl_bar__plus_00_dot_90_bar__plus_01_dot_46_bar__minus_00_dot_15 - object
        Bread_bar__minus_00_dot_87_bar__plus_00_dot_93_bar__plus_00_dot_98 - object
        ButterKnife_bar__plus_00_dot_67_bar__plus_00_dot_76_bar__minus_00_dot_06 - object
        Chair_bar__minus_01_dot_90_bar__minus_00_dot_03_bar__minus_01_dot_87 - object
        Cup_bar__plus_00_dot_90_bar__plus_00_dot_66_bar__plus_00_dot_39 - object
        DishSponge_bar__plus_00_dot_79_bar__plus_00_dot_02_bar__minus_00_dot_05 - object
        DishSponge_bar__plus_00_dot_81_bar__plus_01_dot_46_bar__plus_00_dot_47 - object
        DishSponge_bar__plus_00_dot_84_bar__plus_00_dot_77_bar__minus_00_dot_74 - object
        Egg_bar__minus_02_dot_00_bar__plus_00_dot_84_bar__minus_03_dot_67 - object
        Faucet_bar__plus_01_dot_03_bar__plus_00_dot_87_bar__minus_00_dot_68 - object
        Fork_bar__plus_00_dot_62_bar__plus_00_dot_76_bar__minus_00_dot_12 - object
        Fork_bar__plus_00_dot_72_bar__plus_00_dot_67_bar__plus_00_dot_45 - object
        Fork_bar__plus_00_dot_72_bar__plus_00_dot_76_bar__plus_00_dot_00 - object
        Knife_bar__plus_00_dot_57_bar__plus_00_dot_78_bar__plus_00_dot_00 - object
        Knife_bar__plus_00_dot_87_bar__plus_00_dot_78_bar__minus_00_dot_25 - object
        Knife_bar__plus_01_dot_07_bar__plus_00_dot_91_bar__minus_00_dot_69 - object
        Lettuce_bar__plus_00_dot_66_bar__plus_00_dot_97_bar__minus_00_dot_04 - object
        LightSwitch_bar__plus_01_dot_10_bar__plus_01_dot_37_bar__minus_03_dot_74 - object
        Mirror_bar__plus_01_dot_09_bar__plus_01_dot_60_bar__minus_00_dot_64 - object
        Mug_bar__plus_00_dot_62_bar__plus_00_dot_01_bar__minus_00_dot_25 - object
        Mug_bar__minus_01_dot_90_bar__plus_00_dot_79_bar__minus_03_dot_67 - object
        Pan_bar__minus_02_dot_10_bar__plus_00_dot_93_bar__plus_00_dot_79 - object
        PepperShaker_bar__plus_01_dot_04_bar__plus_01_dot_46_bar__plus_00_dot_53 - object
        Plate_bar__minus_02_dot_02_bar__plus_00_dot_69_bar__minus_01_dot_45 - object
        Potato_bar__minus_01_dot_19_bar__plus_00_dot_09_bar__minus_03_dot_65 - object
        Pot_bar__minus_01_dot_55_bar__plus_00_dot_93_bar__plus_00_dot_79 - object
        SaltShaker_bar__plus_01_dot_03_bar__plus_00_dot_88_bar__minus_00_dot_91 - object
        SaltShaker_bar__plus_01_dot_04_bar__plus_01_dot_46_bar__plus_00_dot_41 - object
        Sink_bar__plus_00_dot_75_bar__plus_00_dot_88_bar__minus_00_dot_68 - object
        SoapBottle_bar__plus_00_dot_78_bar__plus_00_dot_66_bar__plus_00_dot_33 - object
        SoapBottle_bar__plus_00_dot_84_bar__plus_00_dot_01_bar__minus_00_dot_18 - object
        SoapBottle_bar__minus_01_dot_33_bar__plus_00_dot_05_bar__minus_03_dot_61 - object
        Spatula_bar__plus_00_dot_67_bar__plus_00_dot_79_bar__minus_00_dot_85 - object
        Spoon_bar__plus_00_dot_72_bar__plus_00_dot_67_bar__plus_00_dot_33 - object
        StoveKnob_bar__minus_01_dot_60_bar__plus_00_dot_87_bar__plus_00_dot_52 - object
        StoveKnob_bar__minus_01_dot_75_bar__plus_00_dot_87_bar__plus_00_dot_52 - object
        StoveKnob_bar__minus_01_dot_90_bar__plus_00_dot_87_bar__plus_00_dot_52 - object
        StoveKnob_bar__minus_02_dot_06_bar__plus_00_dot_87_bar__plus_00_dot_52 - object
        Tomato_bar__plus_00_dot_90_bar__plus_00_dot_71_bar__plus_00_dot_57 - object
        Window_bar__minus_02_dot_42_bar__plus_01_dot_64_bar__minus_02_dot_45 - object
        Cabinet_bar__plus_00_dot_51_bar__plus_00_dot_35_bar__plus_00_dot_16 - receptacle
        Cabinet_bar__plus_00_dot_51_bar__plus_00_dot_35_bar__minus_00_dot_43 - receptacle
        Cabinet_bar__plus_00_dot_72_bar__plus_01_dot_82_bar__plus_00_dot_67 - receptacle
        Cabinet_bar__plus_00_dot_72_bar__plus_01_dot_82_bar__minus_00_dot_40 - receptacle
        CoffeeMachine_bar__plus_00_dot_88_bar__plus_00_dot_86_bar__minus_01_dot_26 - receptacle
        CounterTop_bar__plus_00_dot_79_bar__plus_00_dot_92_bar__minus_00_dot_11 - receptacle
        DiningTable_bar__minus_00_dot_52_bar__plus_00_dot_01_bar__plus_00_dot_95 - receptacle
        DiningTable_bar__minus_01_dot_73_bar__minus_00_dot_03_bar__minus_00_dot_96 - receptacle
        DiningTable_bar__minus_02_dot_17_bar__minus_00_dot_03_bar__minus_03_dot_37 - receptacle
        Drawer_bar__plus_00_dot_71_bar__plus_00_dot_77_bar__minus_00_dot_13 - receptacle
        Fridge_bar__plus_00_dot_68_bar__minus_00_dot_03_bar__minus_01_dot_96 - receptacle
        GarbageCan_bar__minus_01_dot_26_bar__minus_00_dot_03_bar__minus_03_dot_61 - receptacle
        Microwave_bar__minus_02_dot_01_bar__plus_00_dot_69_bar__minus_03_dot_69 - receptacle
        SideTable_bar__plus_00_dot_77_bar__plus_00_dot_70_bar__plus_00_dot_45 - receptacle
        Sink_bar__plus_00_dot_75_bar__plus_00_dot_88_bar__minus_00_dot_68_bar_SinkBasin - receptacle
        StoveBurner_bar__minus_01_dot_55_bar__plus_00_dot_89_bar__plus_00_dot_79 - receptacle
        StoveBurner_bar__minus_01_dot_56_bar__plus_00_dot_89_bar__plus_01_dot_05 - receptacle
        StoveBurner_bar__minus_02_dot_10_bar__plus_00_dot_89_bar__plus_00_dot_79 - receptacle
        StoveBurner_bar__minus_02_dot_10_bar__plus_00_dot_89_bar__plus_01_dot_05 - receptacle
        Toaster_bar__minus_00_dot_52_bar__plus_00_dot_89_bar__plus_01_dot_07 - receptacle
        loc_bar__minus_6_bar_0_bar_0_bar_45 - location
        loc_bar__minus_4_bar__minus_5_bar_3_bar_60 - location
        loc_bar_1_bar__minus_3_bar_1_bar_0 - location
        loc_bar__minus_7_bar_0_bar_0_bar_30 - location
        loc_bar__minus_7_bar__minus_11_bar_2_bar_45 - location
        loc_bar_1_bar_1_bar_1_bar__minus_30 - location
        loc_bar__minus_7_bar_0_bar_0_bar_60 - location
        loc_bar__minus_6_bar_0_bar_0_bar_60 - location
        loc_bar__minus_7_bar__minus_11_bar_2_bar_60 - location
        loc_bar_1_bar__minus_2_bar_1_bar_60 - location
        loc_bar_1_bar__minus_1_bar_1_bar_60 - location
        loc_bar__minus_7_bar_0_bar_0_bar_45 - location
        loc_bar_0_bar_1_bar_0_bar_60 - location
        loc_bar__minus_1_bar__minus_8_bar_1_bar_60 - location
        loc_bar__minus_2_bar__minus_1_bar_1_bar_45 - location
        loc_bar__minus_1_bar__minus_1_bar_1_bar_45 - location
        loc_bar__minus_6_bar_0_bar_0_bar_30 - location
        loc_bar__minus_7_bar__minus_10_bar_3_bar_0 - location
        loc_bar_1_bar_0_bar_1_bar_45 - location
        loc_bar_2_bar__minus_13_bar_1_bar_30 - location
        loc_bar_0_bar__minus_5_bar_1_bar_45 - location
        loc_bar__minus_1_bar_1_bar_1_bar_45 - location
        loc_bar__minus_4_bar__minus_13_bar_2_bar_60 - location
        loc_bar__minus_2_bar_1_bar_1_bar_45 - location
        loc_bar_1_bar__minus_3_bar_1_bar_60 - location
        loc_bar__minus_2_bar_1_bar_0_bar_45 - location
        loc_bar__minus_5_bar__minus_7_bar_3_bar_60 - location
        loc_bar_1_bar_0_bar_1_bar__minus_30 - location
        loc_bar__minus_7_bar__minus_10_bar_3_bar__minus_30 - location
        loc_bar__minus_6_bar__minus_9_bar_1_bar_30 - location
        )
    

(:init


        (receptacleType CoffeeMachine_bar__plus_00_dot_88_bar__plus_00_dot_86_bar__minus_01_dot_26 CoffeeMachineType)
        (receptacleType Cabinet_bar__plus_00_dot_51_bar__plus_00_dot_35_bar__minus_00_dot_43 CabinetType)
        (receptacleType StoveBurner_bar__minus_01_dot_55_bar__plus_00_dot_89_bar__plus_00_dot_79 StoveBurnerType)
        (receptacleType Fridge_bar__plus_00_dot_68_bar__minus_00_dot_03_bar__minus_01_dot_96 FridgeType)
        (receptacleType SideTable_bar__plus_00_dot_77_bar__plus_00_dot_70_bar__plus_00_dot_45 SideTableType)
        (receptacleType Toaster_bar__minus_00_dot_52_bar__plus_00_dot_89_bar__plus_01_dot_07 ToasterType)
        (receptacleType DiningTable_bar__minus_02_dot_17_bar__minus_00_dot_03_bar__minus_03_dot_37 DiningTableType)
        (receptacleType Drawer_bar__plus_00_dot_71_bar__plus_00_dot_77_bar__minus_00_dot_13 DrawerType)
        (receptacleType StoveBurner_bar__minus_02_dot_10_bar__plus_00_dot_89_bar__plus_01_dot_05 StoveBurnerType)
        (receptacleType Cabinet_bar__plus_00_dot_51_bar__plus_00_dot_35_bar__plus_00_dot_16 CabinetType)
        (receptacleType Microwave_bar__minus_02_dot_01_bar__plus_00_dot_69_bar__minus_03_dot_69 MicrowaveType)
        (receptacleType StoveBurner_bar__minus_01_dot_56_bar__plus_00_dot_89_bar__plus_01_dot_05 StoveBurnerType)
        (receptacleType StoveBurner_bar__minus_02_dot_10_bar__plus_00_dot_89_bar__plus_00_dot_79 StoveBurnerType)
        (receptacleType Cabinet_bar__plus_00_dot_72_bar__plus_01_dot_82_bar__minus_00_dot_40 CabinetType)
        (receptacleType Sink_bar__plus_00_dot_75_bar__plus_00_dot_88_bar__minus_00_dot_68_bar_SinkBasin SinkBasinType)
        (receptacleType DiningTable_bar__minus_00_dot_52_bar__plus_00_dot_01_bar__plus_00_dot_95 DiningTableType)
        (receptacleType GarbageCan_bar__minus_01_dot_26_bar__minus_00_dot_03_bar__minus_03_dot_61 GarbageCanType)
        (receptacleType Cabinet_bar__plus_00_dot_72_bar__plus_01_dot_82_bar__plus_00_dot_67 CabinetType)
        (receptacleType DiningTable_bar__minus_01_dot_73_bar__minus_00_dot_03_bar__minus_00_dot_96 DiningTableType)
        (receptacleType CounterTop_bar__plus_00_dot_79_bar__plus_00_dot_92_bar__minus_00_dot_11 CounterTopType)
        (objectType Pot_bar__minus_01_dot_55_bar__plus_00_dot_93_bar__plus_00_dot_79 PotType)
        (objectType PepperShaker_bar__plus_01_dot_04_bar__plus_01_dot_46_bar__plus_00_dot_53 PepperShakerType)
        (objectType Egg_bar__minus_02_dot_00_bar__plus_00_dot_84_bar__minus_03_dot_67 EggType)
        (objectType Apple_bar__plus_00_dot_76_bar__plus_00_dot_83_bar__minus_00_dot_68 AppleType)
        (objectType SaltShaker_bar__plus_01_dot_04_bar__plus_01_dot_46_bar__plus_00_dot_41 SaltShakerType)
        (objectType SaltShaker_bar__plus_01_dot_03_bar__plus_00_dot_88_bar__minus_00_dot_91 SaltShakerType)
        (objectType DishSponge_bar__plus_00_dot_84_bar__plus_00_dot_77_bar__minus_00_dot_74 DishSpongeType)
        (objectType ButterKnife_bar__plus_00_dot_67_bar__plus_00_dot_76_bar__minus_00_dot_06 ButterKnifeType)
        (objectType StoveKnob_bar__minus_01_dot_90_bar__plus_00_dot_87_bar__plus_00_dot_52 StoveKnobType)
        (objectType Mug_bar__minus_01_dot_90_bar__plus_00_dot_79_bar__minus_03_dot_67 MugType)
        (objectType Knife_bar__plus_00_dot_87_bar__plus_00_dot_78_bar__minus_00_dot_25 KnifeType)
        (objectType Knife_bar__plus_01_dot_07_bar__plus_00_dot_91_bar__minus_00_dot_69 KnifeType)
        (objectType Mug_bar__plus_00_dot_62_bar__plus_00_dot_01_bar__minus_00_dot_25 MugType)
        (objectType Bread_bar__minus_00_dot_87_bar__plus_00_dot_93_bar__plus_00_dot_98 BreadType)
        (objectType StoveKnob_bar__minus_01_dot_60_bar__plus_00_dot_87_bar__plus_00_dot_52 StoveKnobType)
        (objectType Blinds_bar__minus_02_dot_34_bar__plus_02_dot_15_bar__minus_02_dot_44 BlindsType)
        (objectType Spoon_bar__plus_00_dot_72_bar__plus_00_dot_67_bar__plus_00_dot_33 SpoonType)
        (objectType Cup_bar__plus_00_dot_90_bar__plus_00_dot_66_bar__plus_00_dot_39 CupType)
        (objectType DishSponge_bar__plus_00_dot_79_bar__plus_00_dot_02_bar__minus_00_dot_05 DishSpongeType)
        (objectType Window_bar__minus_02_dot_42_bar__plus_01_dot_64_bar__minus_02_dot_45 WindowType)
        (objectType StoveKnob_bar__minus_01_dot_75_bar__plus_00_dot_87_bar__plus_00_dot_52 StoveKnobType)
        (objectType Bowl_bar__plus_00_dot_90_bar__plus_01_dot_46_bar__minus_00_dot_15 BowlType)
        (objectType Plate_bar__minus_02_dot_02_bar__plus_00_dot_69_bar__minus_01_dot_45 PlateType)
        (objectType DishSponge_bar__plus_00_dot_81_bar__plus_01_dot_46_bar__plus_00_dot_47 DishSpongeType)
        (objectType Fork_bar__plus_00_dot_62_bar__plus_00_dot_76_bar__minus_00_dot_12 ForkType)
        (objectType Apple_bar__plus_00_dot_78_bar__plus_00_dot_72_bar__plus_00_dot_45 AppleType)
        (objectType SoapBottle_bar__plus_00_dot_84_bar__plus_00_dot_01_bar__minus_00_dot_18 SoapBottleType)
        (objectType Mirror_bar__plus_01_dot_09_bar__plus_01_dot_60_bar__minus_00_dot_64 MirrorType)
        (objectType Fork_bar__plus_00_dot_72_bar__plus_00_dot_76_bar__plus_00_dot_00 ForkType)
        (objectType Chair_bar__minus_01_dot_90_bar__minus_00_dot_03_bar__minus_01_dot_87 ChairType)
        (objectType Lettuce_bar__plus_00_dot_66_bar__plus_00_dot_97_bar__minus_00_dot_04 LettuceType)
        (objectType SoapBottle_bar__plus_00_dot_78_bar__plus_00_dot_66_bar__plus_00_dot_33 SoapBottleType)
        (objectType StoveKnob_bar__minus_02_dot_06_bar__plus_00_dot_87_bar__plus_00_dot_52 StoveKnobType)
        (objectType Fork_bar__plus_00_dot_72_bar__plus_00_dot_67_bar__plus_00_dot_45 ForkType)
        (objectType Pan_bar__minus_02_dot_10_bar__plus_00_dot_93_bar__plus_00_dot_79 PanType)
        (objectType Tomato_bar__plus_00_dot_90_bar__plus_00_dot_71_bar__plus_00_dot_57 TomatoType)
        (objectType SoapBottle_bar__minus_01_dot_33_bar__plus_00_dot_05_bar__minus_03_dot_61 SoapBottleType)
        (objectType LightSwitch_bar__plus_01_dot_10_bar__plus_01_dot_37_bar__minus_03_dot_74 LightSwitchType)
        (objectType Knife_bar__plus_00_dot_57_bar__plus_00_dot_78_bar__plus_00_dot_00 KnifeType)
        (objectType Sink_bar__plus_00_dot_75_bar__plus_00_dot_88_bar__minus_00_dot_68 SinkType)
        (objectType Potato_bar__minus_01_dot_19_bar__plus_00_dot_09_bar__minus_03_dot_65 PotatoType)
        (objectType Spatula_bar__plus_00_dot_67_bar__plus_00_dot_79_bar__minus_00_dot_85 SpatulaType)
        (canContain CoffeeMachineType MugType)
        (canContain CabinetType SaltShakerType)
        (canContain CabinetType SoapBottleType)
        (canContain CabinetType PotType)
        (canContain CabinetType BowlType)
        (canContain CabinetType DishSpongeType)
        (canContain CabinetType PlateType)
        (canContain CabinetType MugType)
        (canContain CabinetType PanType)
        (canContain CabinetType PepperShakerType)
        (canContain CabinetType CupType)
        (canContain StoveBurnerType PanType)
        (canContain StoveBurnerType PotType)
        (canContain FridgeType PotatoType)
        (canContain FridgeType LettuceType)
        (canContain FridgeType PotType)
        (canContain FridgeType BowlType)
        (canContain FridgeType BreadType)
        (canContain FridgeType AppleType)
        (canContain FridgeType PlateType)
        (canContain FridgeType PanType)
        (canContain FridgeType MugType)
        (canContain FridgeType TomatoType)
        (canContain FridgeType CupType)
        (canContain FridgeType EggType)
        (canContain SideTableType SpoonType)
        (canContain SideTableType SaltShakerType)
        (canContain SideTableType PotatoType)
        (canContain SideTableType SoapBottleType)
        (canContain SideTableType LettuceType)
        (canContain SideTableType PotType)
        (canContain SideTableType BowlType)
        (canContain SideTableType DishSpongeType)
        (canContain SideTableType SpatulaType)
        (canContain SideTableType ForkType)
        (canContain SideTableType BreadType)
        (canContain SideTableType KnifeType)
        (canContain SideTableType AppleType)
        (canContain SideTableType PlateType)
        (canContain SideTableType MugType)
        (canContain SideTableType PanType)
        (canContain SideTableType ButterKnifeType)
        (canContain SideTableType PepperShakerType)
        (canContain SideTableType TomatoType)
        (canContain SideTableType CupType)
        (canContain SideTableType EggType)
        (canContain DiningTableType SpoonType)
        (canContain DiningTableType SaltShakerType)
        (canContain DiningTableType PotatoType)
        (canContain DiningTableType SoapBottleType)
        (canContain DiningTableType LettuceType)
        (canContain DiningTableType PotType)
        (canContain DiningTableType BowlType)
        (canContain DiningTableType DishSpongeType)
        (canContain DiningTableType SpatulaType)
        (canContain DiningTableType ForkType)
        (canContain DiningTableType BreadType)
        (canContain DiningTableType KnifeType)
        (canContain DiningTableType AppleType)
        (canContain DiningTableType PlateType)
        (canContain DiningTableType MugType)
        (canContain DiningTableType PanType)
        (canContain DiningTableType ButterKnifeType)
        (canContain DiningTableType PepperShakerType)
        (canContain DiningTableType TomatoType)
        (canContain DiningTableType CupType)
        (canContain DiningTableType EggType)
        (canContain DrawerType SpoonType)
        (canContain DrawerType SaltShakerType)
        (canContain DrawerType SoapBottleType)
        (canContain DrawerType DishSpongeType)
        (canContain DrawerType SpatulaType)
        (canContain DrawerType ForkType)
        (canContain DrawerType KnifeType)
        (canContain DrawerType PepperShakerType)
        (canContain DrawerType ButterKnifeType)
        (canContain StoveBurnerType PanType)
        (canContain StoveBurnerType PotType)
        (canContain CabinetType SaltShakerType)
        (canContain CabinetType SoapBottleType)
        (canContain CabinetType PotType)
        (canContain CabinetType BowlType)
        (canContain CabinetType DishSpongeType)
        (canContain CabinetType PlateType)
        (canContain CabinetType MugType)
        (canContain CabinetType PanType)
        (canContain CabinetType PepperShakerType)
        (canContain CabinetType CupType)
        (canContain MicrowaveType PotatoType)
        (canContain MicrowaveType AppleType)
        (canContain MicrowaveType PlateType)
        (canContain MicrowaveType BowlType)
        (canContain MicrowaveType MugType)
        (canContain MicrowaveType TomatoType)
        (canContain MicrowaveType BreadType)
        (canContain MicrowaveType CupType)
        (canContain MicrowaveType EggType)
        (canContain StoveBurnerType PanType)
        (canContain StoveBurnerType PotType)
        (canContain StoveBurnerType PanType)
        (canContain StoveBurnerType PotType)
        (canContain CabinetType SaltShakerType)
        (canContain CabinetType SoapBottleType)
        (canContain CabinetType PotType)
        (canContain CabinetType BowlType)
        (canContain CabinetType DishSpongeType)
        (canContain CabinetType PlateType)
        (canContain CabinetType MugType)
        (canContain CabinetType PanType)
        (canContain CabinetType PepperShakerType)
        (canContain CabinetType CupType)
        (canContain SinkBasinType SpoonType)
        (canContain SinkBasinType PotatoType)
        (canContain SinkBasinType LettuceType)
        (canContain SinkBasinType PotType)
        (canContain SinkBasinType BowlType)
        (canContain SinkBasinType DishSpongeType)
        (canContain SinkBasinType SpatulaType)
        (canContain SinkBasinType ForkType)
        (canContain SinkBasinType KnifeType)
        (canContain SinkBasinType AppleType)
        (canContain SinkBasinType PlateType)
        (canContain SinkBasinType PanType)
        (canContain SinkBasinType MugType)
        (canContain SinkBasinType TomatoType)
        (canContain SinkBasinType ButterKnifeType)
        (canContain SinkBasinType CupType)
        (canContain SinkBasinType EggType)
        (canContain DiningTableType SpoonType)
        (canContain DiningTableType SaltShakerType)
        (canContain DiningTableType PotatoType)
        (canContain DiningTableType SoapBottleType)
        (canContain DiningTableType LettuceType)
        (canContain DiningTableType PotType)
        (canContain DiningTableType BowlType)
        (canContain DiningTableType DishSpongeType)
        (canContain DiningTableType SpatulaType)
        (canContain DiningTableType ForkType)
        (canContain DiningTableType BreadType)
        (canContain DiningTableType KnifeType)
        (canContain DiningTableType AppleType)
        (canContain DiningTableType PlateType)
        (canContain DiningTableType MugType)
        (canContain DiningTableType PanType)
        (canContain DiningTableType ButterKnifeType)
        (canContain DiningTableType PepperShakerType)
        (canContain DiningTableType TomatoType)
        (canContain DiningTableType CupType)
        (canContain DiningTableType EggType)
        (canContain GarbageCanType PotatoType)
        (canContain GarbageCanType SoapBottleType)
        (canContain GarbageCanType LettuceType)
        (canContain GarbageCanType DishSpongeType)
        (canContain GarbageCanType BreadType)
        (canContain GarbageCanType AppleType)
        (canContain GarbageCanType TomatoType)
        (canContain GarbageCanType EggType)
        (canContain CabinetType SaltShakerType)
        (canContain CabinetType SoapBottleType)
        (canContain CabinetType PotType)
        (canContain CabinetType BowlType)
        (canContain CabinetType DishSpongeType)
        (canContain CabinetType PlateType)
        (canContain CabinetType MugType)
        (canContain CabinetType PanType)
        (canContain CabinetType PepperShakerType)
        (canContain CabinetType CupType)
        (canContain DiningTableType SpoonType)
        (canContain DiningTableType SaltShakerType)
        (canContain DiningTableType PotatoType)
        (canContain DiningTableType SoapBottleType)
        (canContain DiningTableType LettuceType)
        (canContain DiningTableType PotType)
        (canContain DiningTableType BowlType)
        (canContain DiningTableType DishSpongeType)
        (canContain DiningTableType SpatulaType)
        (canContain DiningTableType ForkType)
        (canContain DiningTableType BreadType)
        (canContain DiningTableType KnifeType)
        (canContain DiningTableType AppleType)
        (canContain DiningTableType PlateType)
        (canContain DiningTableType MugType)
        (canContain DiningTableType PanType)
        (canContain DiningTableType ButterKnifeType)
        (canContain DiningTableType PepperShakerType)
        (canContain DiningTableType TomatoType)
        (canContain DiningTableType CupType)
        (canContain DiningTableType EggType)
        (canContain CounterTopType SpoonType)
        (canContain CounterTopType SaltShakerType)
        (canContain CounterTopType PotatoType)
        (canContain CounterTopType SoapBottleType)
        (canContain CounterTopType LettuceType)
        (canContain CounterTopType PotType)
        (canContain CounterTopType BowlType)
        (canContain CounterTopType DishSpongeType)
        (canContain CounterTopType SpatulaType)
        (canContain CounterTopType ForkType)
        (canContain CounterTopType BreadType)
        (canContain CounterTopType KnifeType)
        (canContain CounterTopType AppleType)
        (canContain CounterTopType PlateType)
        (canContain CounterTopType MugType)
        (canContain CounterTopType PanType)
        (canContain CounterTopType ButterKnifeType)
        (canContain CounterTopType PepperShakerType)
        (canContain CounterTopType TomatoType)
        (canContain CounterTopType CupType)
        (canContain CounterTopType EggType)
        (pickupable Pot_bar__minus_01_dot_55_bar__plus_00_dot_93_bar__plus_00_dot_79)
        (pickupable PepperShaker_bar__plus_01_dot_04_bar__plus_01_dot_46_bar__plus_00_dot_53)
        (pickupable Egg_bar__minus_02_dot_00_bar__plus_00_dot_84_bar__minus_03_dot_67)
        (pickupable Apple_bar__plus_00_dot_76_bar__plus_00_dot_83_bar__minus_00_dot_68)
        (pickupable SaltShaker_bar__plus_01_dot_04_bar__plus_01_dot_46_bar__plus_00_dot_41)
        (pickupable SaltShaker_bar__plus_01_dot_03_bar__plus_00_dot_88_bar__minus_00_dot_91)
        (pickupable DishSponge_bar__plus_00_dot_84_bar__plus_00_dot_77_bar__minus_00_dot_74)
        (pickupable ButterKnife_bar__plus_00_dot_67_bar__plus_00_dot_76_bar__minus_00_dot_06)
        (pickupable Mug_bar__minus_01_dot_90_bar__plus_00_dot_79_bar__minus_03_dot_67)
        (pickupable Knife_bar__plus_00_dot_87_bar__plus_00_dot_78_bar__minus_00_dot_25)
        (pickupable Knife_bar__plus_01_dot_07_bar__plus_00_dot_91_bar__minus_00_dot_69)
        (pickupable Mug_bar__plus_00_dot_62_bar__plus_00_dot_01_bar__minus_00_dot_25)
        (pickupable Bread_bar__minus_00_dot_87_bar__plus_00_dot_93_bar__plus_00_dot_98)
        (pickupable Spoon_bar__plus_00_dot_72_bar__plus_00_dot_67_bar__plus_00_dot_33)
        (pickupable Cup_bar__plus_00_dot_90_bar__plus_00_dot_66_bar__plus_00_dot_39)
        (pickupable DishSponge_bar__plus_00_dot_79_bar__plus_00_dot_02_bar__minus_00_dot_05)
        (pickupable Bowl_bar__plus_00_dot_90_bar__plus_01_dot_46_bar__minus_00_dot_15)
        (pickupable Plate_bar__minus_02_dot_02_bar__plus_00_dot_69_bar__minus_01_dot_45)
        (pickupable DishSponge_bar__plus_00_dot_81_bar__plus_01_dot_46_bar__plus_00_dot_47)
        (pickupable Fork_bar__plus_00_dot_62_bar__plus_00_dot_76_bar__minus_00_dot_12)
        (pickupable Apple_bar__plus_00_dot_78_bar__plus_00_dot_72_bar__plus_00_dot_45)
        (pickupable SoapBottle_bar__plus_00_dot_84_bar__plus_00_dot_01_bar__minus_00_dot_18)
        (pickupable Fork_bar__plus_00_dot_72_bar__plus_00_dot_76_bar__plus_00_dot_00)
        (pickupable Lettuce_bar__plus_00_dot_66_bar__plus_00_dot_97_bar__minus_00_dot_04)
        (pickupable SoapBottle_bar__plus_00_dot_78_bar__plus_00_dot_66_bar__plus_00_dot_33)
        (pickupable Fork_bar__plus_00_dot_72_bar__plus_00_dot_67_bar__plus_00_dot_45)
        (pickupable Pan_bar__minus_02_dot_10_bar__plus_00_dot_93_bar__plus_00_dot_79)
        (pickupable Tomato_bar__plus_00_dot_90_bar__plus_00_dot_71_bar__plus_00_dot_57)
        (pickupable SoapBottle_bar__minus_01_dot_33_bar__plus_00_dot_05_bar__minus_03_dot_61)
        (pickupable Knife_bar__plus_00_dot_57_bar__plus_00_dot_78_bar__plus_00_dot_00)
        (pickupable Potato_bar__minus_01_dot_19_bar__plus_00_dot_09_bar__minus_03_dot_65)
        (pickupable Spatula_bar__plus_00_dot_67_bar__plus_00_dot_79_bar__minus_00_dot_85)
        (isReceptacleObject Pot_bar__minus_01_dot_55_bar__plus_00_dot_93_bar__plus_00_dot_79)
        (isReceptacleObject Mug_bar__minus_01_dot_90_bar__plus_00_dot_79_bar__minus_03_dot_67)
        (isReceptacleObject Mug_bar__plus_00_dot_62_bar__plus_00_dot_01_bar__minus_00_dot_25)
        (isReceptacleObject Cup_bar__plus_00_dot_90_bar__plus_00_dot_66_bar__plus_00_dot_39)
        (isReceptacleObject Bowl_bar__plus_00_dot_90_bar__plus_01_dot_46_bar__minus_00_dot_15)
        (isReceptacleObject Plate_bar__minus_02_dot_02_bar__plus_00_dot_69_bar__minus_01_dot_45)
        (isReceptacleObject Pan_bar__minus_02_dot_10_bar__plus_00_dot_93_bar__plus_00_dot_79)
        (openable Cabinet_bar__plus_00_dot_51_bar__plus_00_dot_35_bar__minus_00_dot_43)
        (openable Fridge_bar__plus_00_dot_68_bar__minus_00_dot_03_bar__minus_01_dot_96)
        (openable Drawer_bar__plus_00_dot_71_bar__plus_00_dot_77_bar__minus_00_dot_13)
        (openable Cabinet_bar__plus_00_dot_51_bar__plus_00_dot_35_bar__plus_00_dot_16)
        (openable Microwave_bar__minus_02_dot_01_bar__plus_00_dot_69_bar__minus_03_dot_69)
        (openable Cabinet_bar__plus_00_dot_72_bar__plus_01_dot_82_bar__minus_00_dot_40)
        (openable Cabinet_bar__plus_00_dot_72_bar__plus_01_dot_82_bar__plus_00_dot_67)
        
        (atLocation agent1 loc_bar__minus_6_bar__minus_9_bar_1_bar_30)
        
        (cleanable Pot_bar__minus_01_dot_55_bar__plus_00_dot_93_bar__plus_00_dot_79)
        (cleanable Egg_bar__minus_02_dot_00_bar__plus_00_dot_84_bar__minus_03_dot_67)
        (cleanable Apple_bar__plus_00_dot_76_bar__plus_00_dot_83_bar__minus_00_dot_68)
        (cleanable DishSponge_bar__plus_00_dot_84_bar__plus_00_dot_77_bar__minus_00_dot_74)
        (cleanable ButterKnife_bar__plus_00_dot_67_bar__plus_00_dot_76_bar__minus_00_dot_06)
        (cleanable Mug_bar__minus_01_dot_90_bar__plus_00_dot_79_bar__minus_03_dot_67)
        (cleanable Knife_bar__plus_00_dot_87_bar__plus_00_dot_78_bar__minus_00_dot_25)
        (cleanable Knife_bar__plus_01_dot_07_bar__plus_00_dot_91_bar__minus_00_dot_69)
        (cleanable Mug_bar__plus_00_dot_62_bar__plus_00_dot_01_bar__minus_00_dot_25)
        (cleanable Spoon_bar__plus_00_dot_72_bar__plus_00_dot_67_bar__plus_00_dot_33)
        (cleanable Cup_bar__plus_00_dot_90_bar__plus_00_dot_66_bar__plus_00_dot_39)
        (cleanable DishSponge_bar__plus_00_dot_79_bar__plus_00_dot_02_bar__minus_00_dot_05)
        (cleanable Bowl_bar__plus_00_dot_90_bar__plus_01_dot_46_bar__minus_00_dot_15)
        (cleanable Plate_bar__minus_02_dot_02_bar__plus_00_dot_69_bar__minus_01_dot_45)
        (cleanable DishSponge_bar__plus_00_dot_81_bar__plus_01_dot_46_bar__plus_00_dot_47)
        (cleanable Fork_bar__plus_00_dot_62_bar__plus_00_dot_76_bar__minus_00_dot_12)
        (cleanable Apple_bar__plus_00_dot_78_bar__plus_00_dot_72_bar__plus_00_dot_45)
        (cleanable Fork_bar__plus_00_dot_72_bar__plus_00_dot_76_bar__plus_00_dot_00)
        (cleanable Lettuce_bar__plus_00_dot_66_bar__plus_00_dot_97_bar__minus_00_dot_04)
        (cleanable Fork_bar__plus_00_dot_72_bar__plus_00_dot_67_bar__plus_00_dot_45)
        (cleanable Pan_bar__minus_02_dot_10_bar__plus_00_dot_93_bar__plus_00_dot_79)
        (cleanable Tomato_bar__plus_00_dot_90_bar__plus_00_dot_71_bar__plus_00_dot_57)
        (cleanable Knife_bar__plus_00_dot_57_bar__plus_00_dot_78_bar__plus_00_dot_00)
        (cleanable Potato_bar__minus_01_dot_19_bar__plus_00_dot_09_bar__minus_03_dot_65)
        (cleanable Spatula_bar__plus_00_dot_67_bar__plus_00_dot_79_bar__minus_00_dot_85)
        
        (heatable Egg_bar__minus_02_dot_00_bar__plus_00_dot_84_bar__minus_03_dot_67)
        (heatable Apple_bar__plus_00_dot_76_bar__plus_00_dot_83_bar__minus_00_dot_68)
        (heatable Mug_bar__minus_01_dot_90_bar__plus_00_dot_79_bar__minus_03_dot_67)
        (heatable Mug_bar__plus_00_dot_62_bar__plus_00_dot_01_bar__minus_00_dot_25)
        (heatable Bread_bar__minus_00_dot_87_bar__plus_00_dot_93_bar__plus_00_dot_98)
        (heatable Cup_bar__plus_00_dot_90_bar__plus_00_dot_66_bar__plus_00_dot_39)
        (heatable Plate_bar__minus_02_dot_02_bar__plus_00_dot_69_bar__minus_01_dot_45)
        (heatable Apple_bar__plus_00_dot_78_bar__plus_00_dot_72_bar__plus_00_dot_45)
        (heatable Tomato_bar__plus_00_dot_90_bar__plus_00_dot_71_bar__plus_00_dot_57)
        (heatable Potato_bar__minus_01_dot_19_bar__plus_00_dot_09_bar__minus_03_dot_65)
        (coolable Pot_bar__minus_01_dot_55_bar__plus_00_dot_93_bar__plus_00_dot_79)
        (coolable Egg_bar__minus_02_dot_00_bar__plus_00_dot_84_bar__minus_03_dot_67)
        (coolable Apple_bar__plus_00_dot_76_bar__plus_00_dot_83_bar__minus_00_dot_68)
        (coolable Mug_bar__minus_01_dot_90_bar__plus_00_dot_79_bar__minus_03_dot_67)
        (coolable Mug_bar__plus_00_dot_62_bar__plus_00_dot_01_bar__minus_00_dot_25)
        (coolable Bread_bar__minus_00_dot_87_bar__plus_00_dot_93_bar__plus_00_dot_98)
        (coolable Cup_bar__plus_00_dot_90_bar__plus_00_dot_66_bar__plus_00_dot_39)
        (coolable Bowl_bar__plus_00_dot_90_bar__plus_01_dot_46_bar__minus_00_dot_15)
        (coolable Plate_bar__minus_02_dot_02_bar__plus_00_dot_69_bar__minus_01_dot_45)
        (coolable Apple_bar__plus_00_dot_78_bar__plus_00_dot_72_bar__plus_00_dot_45)
        (coolable Lettuce_bar__plus_00_dot_66_bar__plus_00_dot_97_bar__minus_00_dot_04)
        (coolable Pan_bar__minus_02_dot_10_bar__plus_00_dot_93_bar__plus_00_dot_79)
        (coolable Tomato_bar__plus_00_dot_90_bar__plus_00_dot_71_bar__plus_00_dot_57)
        (coolable Potato_bar__minus_01_dot_19_bar__plus_00_dot_09_bar__minus_03_dot_65)
        
        
        
        
        
        (sliceable Egg_bar__minus_02_dot_00_bar__plus_00_dot_84_bar__minus_03_dot_67)
        (sliceable Apple_bar__plus_00_dot_76_bar__plus_00_dot_83_bar__minus_00_dot_68)
        (sliceable Bread_bar__minus_00_dot_87_bar__plus_00_dot_93_bar__plus_00_dot_98)
        (sliceable Apple_bar__plus_00_dot_78_bar__plus_00_dot_72_bar__plus_00_dot_45)
        (sliceable Lettuce_bar__plus_00_dot_66_bar__plus_00_dot_97_bar__minus_00_dot_04)
        (sliceable Tomato_bar__plus_00_dot_90_bar__plus_00_dot_71_bar__plus_00_dot_57)
        (sliceable Potato_bar__minus_01_dot_19_bar__plus_00_dot_09_bar__minus_03_dot_65)
        
        (inReceptacle Knife_bar__plus_00_dot_87_bar__plus_00_dot_78_bar__minus_00_dot_25 Drawer_bar__plus_00_dot_71_bar__plus_00_dot_77_bar__minus_00_dot_13)
        (inReceptacle Fork_bar__plus_00_dot_62_bar__plus_00_dot_76_bar__minus_00_dot_12 Drawer_bar__plus_00_dot_71_bar__plus_00_dot_77_bar__minus_00_dot_13)
        (inReceptacle Knife_bar__plus_00_dot_57_bar__plus_00_dot_78_bar__plus_00_dot_00 Drawer_bar__plus_00_dot_71_bar__plus_00_dot_77_bar__minus_00_dot_13)
        (inReceptacle Fork_bar__plus_00_dot_72_bar__plus_00_dot_76_bar__plus_00_dot_00 Drawer_bar__plus_00_dot_71_bar__plus_00_dot_77_bar__minus_00_dot_13)
        (inReceptacle ButterKnife_bar__plus_00_dot_67_bar__plus_00_dot_76_bar__minus_00_dot_06 Drawer_bar__plus_00_dot_71_bar__plus_00_dot_77_bar__minus_00_dot_13)
        (inReceptacle SaltShaker_bar__plus_01_dot_03_bar__plus_00_dot_88_bar__minus_00_dot_91 CounterTop_bar__plus_00_dot_79_bar__plus_00_dot_92_bar__minus_00_dot_11)
        (inReceptacle Lettuce_bar__plus_00_dot_66_bar__plus_00_dot_97_bar__minus_00_dot_04 CounterTop_bar__plus_00_dot_79_bar__plus_00_dot_92_bar__minus_00_dot_11)
        (inReceptacle Knife_bar__plus_01_dot_07_bar__plus_00_dot_91_bar__minus_00_dot_69 CounterTop_bar__plus_00_dot_79_bar__plus_00_dot_92_bar__minus_00_dot_11)
        (inReceptacle Pan_bar__minus_02_dot_10_bar__plus_00_dot_93_bar__plus_00_dot_79 StoveBurner_bar__minus_02_dot_10_bar__plus_00_dot_89_bar__plus_00_dot_79)
        (inReceptacle Pot_bar__minus_01_dot_55_bar__plus_00_dot_93_bar__plus_00_dot_79 StoveBurner_bar__minus_01_dot_55_bar__plus_00_dot_89_bar__plus_00_dot_79)
        (inReceptacle Plate_bar__minus_02_dot_02_bar__plus_00_dot_69_bar__minus_01_dot_45 DiningTable_bar__minus_01_dot_73_bar__minus_00_dot_03_bar__minus_00_dot_96)
        (inReceptacle SoapBottle_bar__plus_00_dot_78_bar__plus_00_dot_66_bar__plus_00_dot_33 SideTable_bar__plus_00_dot_77_bar__plus_00_dot_70_bar__plus_00_dot_45)
        (inReceptacle Fork_bar__plus_00_dot_72_bar__plus_00_dot_67_bar__plus_00_dot_45 SideTable_bar__plus_00_dot_77_bar__plus_00_dot_70_bar__plus_00_dot_45)
        (inReceptacle Tomato_bar__plus_00_dot_90_bar__plus_00_dot_71_bar__plus_00_dot_57 SideTable_bar__plus_00_dot_77_bar__plus_00_dot_70_bar__plus_00_dot_45)
        (inReceptacle Apple_bar__plus_00_dot_78_bar__plus_00_dot_72_bar__plus_00_dot_45 SideTable_bar__plus_00_dot_77_bar__plus_00_dot_70_bar__plus_00_dot_45)
        (inReceptacle Spoon_bar__plus_00_dot_72_bar__plus_00_dot_67_bar__plus_00_dot_33 SideTable_bar__plus_00_dot_77_bar__plus_00_dot_70_bar__plus_00_dot_45)
        (inReceptacle Cup_bar__plus_00_dot_90_bar__plus_00_dot_66_bar__plus_00_dot_39 SideTable_bar__plus_00_dot_77_bar__plus_00_dot_70_bar__plus_00_dot_45)
        (inReceptacle DishSponge_bar__plus_00_dot_79_bar__plus_00_dot_02_bar__minus_00_dot_05 Cabinet_bar__plus_00_dot_51_bar__plus_00_dot_35_bar__plus_00_dot_16)
        (inReceptacle SoapBottle_bar__plus_00_dot_84_bar__plus_00_dot_01_bar__minus_00_dot_18 Cabinet_bar__plus_00_dot_51_bar__plus_00_dot_35_bar__plus_00_dot_16)
        (inReceptacle Bowl_bar__plus_00_dot_90_bar__plus_01_dot_46_bar__minus_00_dot_15 Cabinet_bar__plus_00_dot_72_bar__plus_01_dot_82_bar__minus_00_dot_40)
        (inReceptacle PepperShaker_bar__plus_01_dot_04_bar__plus_01_dot_46_bar__plus_00_dot_53 Cabinet_bar__plus_00_dot_72_bar__plus_01_dot_82_bar__plus_00_dot_67)
        (inReceptacle DishSponge_bar__plus_00_dot_81_bar__plus_01_dot_46_bar__plus_00_dot_47 Cabinet_bar__plus_00_dot_72_bar__plus_01_dot_82_bar__plus_00_dot_67)
        (inReceptacle SaltShaker_bar__plus_01_dot_04_bar__plus_01_dot_46_bar__plus_00_dot_41 Cabinet_bar__plus_00_dot_72_bar__plus_01_dot_82_bar__plus_00_dot_67)
        (inReceptacle Bread_bar__minus_00_dot_87_bar__plus_00_dot_93_bar__plus_00_dot_98 DiningTable_bar__minus_00_dot_52_bar__plus_00_dot_01_bar__plus_00_dot_95)
        (inReceptacle Potato_bar__minus_01_dot_19_bar__plus_00_dot_09_bar__minus_03_dot_65 GarbageCan_bar__minus_01_dot_26_bar__minus_00_dot_03_bar__minus_03_dot_61)
        (inReceptacle SoapBottle_bar__minus_01_dot_33_bar__plus_00_dot_05_bar__minus_03_dot_61 GarbageCan_bar__minus_01_dot_26_bar__minus_00_dot_03_bar__minus_03_dot_61)
        (inReceptacle Mug_bar__minus_01_dot_90_bar__plus_00_dot_79_bar__minus_03_dot_67 Microwave_bar__minus_02_dot_01_bar__plus_00_dot_69_bar__minus_03_dot_69)
        (inReceptacle Egg_bar__minus_02_dot_00_bar__plus_00_dot_84_bar__minus_03_dot_67 Microwave_bar__minus_02_dot_01_bar__plus_00_dot_69_bar__minus_03_dot_69)
        (inReceptacle Apple_bar__plus_00_dot_76_bar__plus_00_dot_83_bar__minus_00_dot_68 Sink_bar__plus_00_dot_75_bar__plus_00_dot_88_bar__minus_00_dot_68_bar_SinkBasin)
        (inReceptacle DishSponge_bar__plus_00_dot_84_bar__plus_00_dot_77_bar__minus_00_dot_74 Sink_bar__plus_00_dot_75_bar__plus_00_dot_88_bar__minus_00_dot_68_bar_SinkBasin)
        (inReceptacle Spatula_bar__plus_00_dot_67_bar__plus_00_dot_79_bar__minus_00_dot_85 Sink_bar__plus_00_dot_75_bar__plus_00_dot_88_bar__minus_00_dot_68_bar_SinkBasin)
        
        
        (receptacleAtLocation Cabinet_bar__plus_00_dot_51_bar__plus_00_dot_35_bar__plus_00_dot_16 loc_bar__minus_2_bar_1_bar_1_bar_45)
        (receptacleAtLocation Cabinet_bar__plus_00_dot_51_bar__plus_00_dot_35_bar__minus_00_dot_43 loc_bar__minus_2_bar__minus_1_bar_1_bar_45)
        (receptacleAtLocation Cabinet_bar__plus_00_dot_72_bar__plus_01_dot_82_bar__plus_00_dot_67 loc_bar_1_bar_1_bar_1_bar__minus_30)
        (receptacleAtLocation Cabinet_bar__plus_00_dot_72_bar__plus_01_dot_82_bar__minus_00_dot_40 loc_bar_1_bar_0_bar_1_bar__minus_30)
        (receptacleAtLocation CoffeeMachine_bar__plus_00_dot_88_bar__plus_00_dot_86_bar__minus_01_dot_26 loc_bar_0_bar__minus_5_bar_1_bar_45)
        (receptacleAtLocation CounterTop_bar__plus_00_dot_79_bar__plus_00_dot_92_bar__minus_00_dot_11 loc_bar_1_bar_0_bar_1_bar_45)
        (receptacleAtLocation DiningTable_bar__minus_00_dot_52_bar__plus_00_dot_01_bar__plus_00_dot_95 loc_bar_0_bar_1_bar_0_bar_60)
        (receptacleAtLocation DiningTable_bar__minus_01_dot_73_bar__minus_00_dot_03_bar__minus_00_dot_96 loc_bar__minus_4_bar__minus_5_bar_3_bar_60)
        (receptacleAtLocation DiningTable_bar__minus_02_dot_17_bar__minus_00_dot_03_bar__minus_03_dot_37 loc_bar__minus_7_bar__minus_11_bar_2_bar_60)
        (receptacleAtLocation Drawer_bar__plus_00_dot_71_bar__plus_00_dot_77_bar__minus_00_dot_13 loc_bar__minus_1_bar__minus_1_bar_1_bar_45)
        (receptacleAtLocation Fridge_bar__plus_00_dot_68_bar__minus_00_dot_03_bar__minus_01_dot_96 loc_bar__minus_1_bar__minus_8_bar_1_bar_60)
        (receptacleAtLocation GarbageCan_bar__minus_01_dot_26_bar__minus_00_dot_03_bar__minus_03_dot_61 loc_bar__minus_4_bar__minus_13_bar_2_bar_60)
        (receptacleAtLocation Microwave_bar__minus_02_dot_01_bar__plus_00_dot_69_bar__minus_03_dot_69 loc_bar__minus_7_bar__minus_11_bar_2_bar_45)
        (receptacleAtLocation SideTable_bar__plus_00_dot_77_bar__plus_00_dot_70_bar__plus_00_dot_45 loc_bar__minus_1_bar_1_bar_1_bar_45)
        (receptacleAtLocation Sink_bar__plus_00_dot_75_bar__plus_00_dot_88_bar__minus_00_dot_68_bar_SinkBasin loc_bar_1_bar__minus_2_bar_1_bar_60)
        (receptacleAtLocation StoveBurner_bar__minus_01_dot_55_bar__plus_00_dot_89_bar__plus_00_dot_79 loc_bar__minus_6_bar_0_bar_0_bar_45)
        (receptacleAtLocation StoveBurner_bar__minus_01_dot_56_bar__plus_00_dot_89_bar__plus_01_dot_05 loc_bar__minus_6_bar_0_bar_0_bar_30)
        (receptacleAtLocation StoveBurner_bar__minus_02_dot_10_bar__plus_00_dot_89_bar__plus_00_dot_79 loc_bar__minus_7_bar_0_bar_0_bar_45)
        (receptacleAtLocation StoveBurner_bar__minus_02_dot_10_bar__plus_00_dot_89_bar__plus_01_dot_05 loc_bar__minus_7_bar_0_bar_0_bar_30)
        (receptacleAtLocation Toaster_bar__minus_00_dot_52_bar__plus_00_dot_89_bar__plus_01_dot_07 loc_bar__minus_2_bar_1_bar_0_bar_45)
        (objectAtLocation Mug_bar__plus_00_dot_62_bar__plus_00_dot_01_bar__minus_00_dot_25 loc_bar_1_bar__minus_1_bar_1_bar_60)
        (objectAtLocation Knife_bar__plus_01_dot_07_bar__plus_00_dot_91_bar__minus_00_dot_69 loc_bar_1_bar_0_bar_1_bar_45)
        (objectAtLocation DishSponge_bar__plus_00_dot_81_bar__plus_01_dot_46_bar__plus_00_dot_47 loc_bar_1_bar_1_bar_1_bar__minus_30)
        (objectAtLocation SaltShaker_bar__plus_01_dot_03_bar__plus_00_dot_88_bar__minus_00_dot_91 loc_bar_1_bar_0_bar_1_bar_45)
        (objectAtLocation Apple_bar__plus_00_dot_76_bar__plus_00_dot_83_bar__minus_00_dot_68 loc_bar_1_bar__minus_2_bar_1_bar_60)
        (objectAtLocation SoapBottle_bar__minus_01_dot_33_bar__plus_00_dot_05_bar__minus_03_dot_61 loc_bar__minus_4_bar__minus_13_bar_2_bar_60)
        (objectAtLocation Fork_bar__plus_00_dot_72_bar__plus_00_dot_67_bar__plus_00_dot_45 loc_bar__minus_1_bar_1_bar_1_bar_45)
        (objectAtLocation SoapBottle_bar__plus_00_dot_84_bar__plus_00_dot_01_bar__minus_00_dot_18 loc_bar__minus_2_bar_1_bar_1_bar_45)
        (objectAtLocation Knife_bar__plus_00_dot_87_bar__plus_00_dot_78_bar__minus_00_dot_25 loc_bar__minus_1_bar__minus_1_bar_1_bar_45)
        (objectAtLocation Fork_bar__plus_00_dot_72_bar__plus_00_dot_76_bar__plus_00_dot_00 loc_bar__minus_1_bar__minus_1_bar_1_bar_45)
        (objectAtLocation DishSponge_bar__plus_00_dot_79_bar__plus_00_dot_02_bar__minus_00_dot_05 loc_bar__minus_2_bar_1_bar_1_bar_45)
        (objectAtLocation Mirror_bar__plus_01_dot_09_bar__plus_01_dot_60_bar__minus_00_dot_64 loc_bar_1_bar__minus_3_bar_1_bar_0)
        (objectAtLocation Sink_bar__plus_00_dot_75_bar__plus_00_dot_88_bar__minus_00_dot_68 loc_bar_1_bar__minus_3_bar_1_bar_60)
        (objectAtLocation Pot_bar__minus_01_dot_55_bar__plus_00_dot_93_bar__plus_00_dot_79 loc_bar__minus_6_bar_0_bar_0_bar_45)
        (objectAtLocation Plate_bar__minus_02_dot_02_bar__plus_00_dot_69_bar__minus_01_dot_45 loc_bar__minus_4_bar__minus_5_bar_3_bar_60)
        (objectAtLocation StoveKnob_bar__minus_01_dot_90_bar__plus_00_dot_87_bar__plus_00_dot_52 loc_bar__minus_7_bar_0_bar_0_bar_60)
        (objectAtLocation StoveKnob_bar__minus_01_dot_75_bar__plus_00_dot_87_bar__plus_00_dot_52 loc_bar__minus_7_bar_0_bar_0_bar_60)
        (objectAtLocation StoveKnob_bar__minus_02_dot_06_bar__plus_00_dot_87_bar__plus_00_dot_52 loc_bar__minus_7_bar_0_bar_0_bar_60)
        (objectAtLocation StoveKnob_bar__minus_01_dot_60_bar__plus_00_dot_87_bar__plus_00_dot_52 loc_bar__minus_6_bar_0_bar_0_bar_60)
        (objectAtLocation Fork_bar__plus_00_dot_62_bar__plus_00_dot_76_bar__minus_00_dot_12 loc_bar__minus_1_bar__minus_1_bar_1_bar_45)
        (objectAtLocation SoapBottle_bar__plus_00_dot_78_bar__plus_00_dot_66_bar__plus_00_dot_33 loc_bar__minus_1_bar_1_bar_1_bar_45)
        (objectAtLocation Apple_bar__plus_00_dot_78_bar__plus_00_dot_72_bar__plus_00_dot_45 loc_bar__minus_1_bar_1_bar_1_bar_45)
        (objectAtLocation Pan_bar__minus_02_dot_10_bar__plus_00_dot_93_bar__plus_00_dot_79 loc_bar__minus_7_bar_0_bar_0_bar_45)
        (objectAtLocation Window_bar__minus_02_dot_42_bar__plus_01_dot_64_bar__minus_02_dot_45 loc_bar__minus_7_bar__minus_10_bar_3_bar_0)
        (objectAtLocation Egg_bar__minus_02_dot_00_bar__plus_00_dot_84_bar__minus_03_dot_67 loc_bar__minus_7_bar__minus_11_bar_2_bar_45)
        (objectAtLocation Spatula_bar__plus_00_dot_67_bar__plus_00_dot_79_bar__minus_00_dot_85 loc_bar_1_bar__minus_2_bar_1_bar_60)
        (objectAtLocation Potato_bar__minus_01_dot_19_bar__plus_00_dot_09_bar__minus_03_dot_65 loc_bar__minus_4_bar__minus_13_bar_2_bar_60)
        (objectAtLocation Cup_bar__plus_00_dot_90_bar__plus_00_dot_66_bar__plus_00_dot_39 loc_bar__minus_1_bar_1_bar_1_bar_45)
        (objectAtLocation SaltShaker_bar__plus_01_dot_04_bar__plus_01_dot_46_bar__plus_00_dot_41 loc_bar_1_bar_1_bar_1_bar__minus_30)
        (objectAtLocation PepperShaker_bar__plus_01_dot_04_bar__plus_01_dot_46_bar__plus_00_dot_53 loc_bar_1_bar_1_bar_1_bar__minus_30)
        (objectAtLocation ButterKnife_bar__plus_00_dot_67_bar__plus_00_dot_76_bar__minus_00_dot_06 loc_bar__minus_1_bar__minus_1_bar_1_bar_45)
        (objectAtLocation DishSponge_bar__plus_00_dot_84_bar__plus_00_dot_77_bar__minus_00_dot_74 loc_bar_1_bar__minus_2_bar_1_bar_60)
        (objectAtLocation Bread_bar__minus_00_dot_87_bar__plus_00_dot_93_bar__plus_00_dot_98 loc_bar_0_bar_1_bar_0_bar_60)
        (objectAtLocation LightSwitch_bar__plus_01_dot_10_bar__plus_01_dot_37_bar__minus_03_dot_74 loc_bar_2_bar__minus_13_bar_1_bar_30)
        (objectAtLocation Lettuce_bar__plus_00_dot_66_bar__plus_00_dot_97_bar__minus_00_dot_04 loc_bar_1_bar_0_bar_1_bar_45)
        (objectAtLocation Chair_bar__minus_01_dot_90_bar__minus_00_dot_03_bar__minus_01_dot_87 loc_bar__minus_5_bar__minus_7_bar_3_bar_60)
        (objectAtLocation Tomato_bar__plus_00_dot_90_bar__plus_00_dot_71_bar__plus_00_dot_57 loc_bar__minus_1_bar_1_bar_1_bar_45)
        (objectAtLocation Spoon_bar__plus_00_dot_72_bar__plus_00_dot_67_bar__plus_00_dot_33 loc_bar__minus_1_bar_1_bar_1_bar_45)
        (objectAtLocation Knife_bar__plus_00_dot_57_bar__plus_00_dot_78_bar__plus_00_dot_00 loc_bar__minus_1_bar__minus_1_bar_1_bar_45)
        (objectAtLocation Mug_bar__minus_01_dot_90_bar__plus_00_dot_79_bar__minus_03_dot_67 loc_bar__minus_7_bar__minus_11_bar_2_bar_45)
        (objectAtLocation Blinds_bar__minus_02_dot_34_bar__plus_02_dot_15_bar__minus_02_dot_44 loc_bar__minus_7_bar__minus_10_bar_3_bar__minus_30)
        (objectAtLocation Bowl_bar__plus_00_dot_90_bar__plus_01_dot_46_bar__minus_00_dot_15 loc_bar_1_bar_0_bar_1_bar__minus_30)
        )
    

        (:goal
            (and
                (exists (?r - receptacle)
                    (exists (?o - object)
                        (and
                            (cleanable ?o)
                            (objectType ?o AppleType)
                            (receptacleType ?r DiningTableType)
                            (isClean ?o)
                            (inReceptacle ?o ?r)
                        )
                    )
                )
            )
        )
    )
    